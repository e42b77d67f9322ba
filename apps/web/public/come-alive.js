// Sends for the code of a page that was sent ready-made once the page has been painted: on a slow line, or a slow
// phone, what is read does not wait for what is pressed. Until then early-acts.js takes down what is pressed.
;(function () {
  // The entry first, then everything it will import for this page.
  var code = document.currentScript.dataset.code.split(' ')
  function send() {
    code.forEach(function (file) {
      var preload = document.createElement('link')
      document.head.append(Object.assign(preload, { rel: 'modulepreload', href: file }))
    })
    import(code[0])
  }
  // A tab that was opened behind another one is not painted before it is looked at.
  if (document.hidden) return send()
  requestAnimationFrame(function () {
    setTimeout(send)
  })
})()
