// Read before the library of the pages, whose video player would otherwise write a style into every page, which the
// pages' policy forbids: nothing here shows a video.
window.VIDEOJS_NO_DYNAMIC_STYLE = true;
