// Sends for the code of a page that was sent ready-made once the page has been painted: on a slow line, or a slow
// phone, what is read does not wait for what is pressed. Until then early-acts.js records what is pressed.
;(function () {
  // The entry first, then everything it will import for this page.
  var code = document.currentScript.dataset.code.split(' ')
  function preload(file) {
    var link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href: file }))
  }
  function send() {
    // Each by itself: two dozen at once hold a slow phone for a tenth of a second.
    code.forEach(function (file) {
      setTimeout(preload, 0, file)
    })
    void import(code[0])
  }
  // A tab that was opened behind another one is not painted before it is shown.
  if (document.hidden) return send()
  requestAnimationFrame(function () {
    setTimeout(send)
  })
})()
