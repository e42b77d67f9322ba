// Runs before the first paint. What was chosen wins; without a choice the device's preference does.
// See src/lib/theme.ts and src/lib/language.ts.
;(function () {
  function chosen(what) {
    try {
      return localStorage.getItem(what)
    } catch {
      // Storage can be refused (private mode); the device's preference is used.
      return null
    }
  }
  function spoken(tag) {
    return /^(en|hi)\b/.test(tag)
  }
  var stored = chosen('theme')
  var dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#0b0d14' : '#f6f7fa')
  // Pages come ready-made in English: one that is about to be rendered in Hindi is not shown before (src/styles.css).
  var language = chosen('language') || navigator.languages.filter(spoken)[0] || 'en'
  document.documentElement.classList.toggle('other-language', /^hi\b/.test(language))
})()
