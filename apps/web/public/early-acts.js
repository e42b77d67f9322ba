// Runs before the first paint of a page that was sent ready-made, and stands in for its code until that has come:
// records which buttons are pressed and what is typed. src/early-acts.ts does the same again then.
;(function () {
  var events = ['click', 'input', 'change', 'submit']
  // Where an element stands below the root: a page that is rendered again has others in the same places.
  function placeOf(element) {
    var place = []
    for (; element.id !== 'root'; element = element.parentElement) {
      if (!element.parentElement) return undefined
      place.unshift([].indexOf.call(element.parentElement.children, element))
    }
    return place
  }
  // Later acts stand later; a user who presses again because nothing seemed to happen has pressed once.
  function take(kind, element) {
    var place = placeOf(element)
    if (!place) return
    var same = acts.filter(function (act) {
      return act.element === element
    })[0]
    if (same) acts.splice(acts.indexOf(same), 1)
    // A press shows feedback. No attribute is set: the page must hydrate as it was sent.
    var feedback = same && same.feedback
    if (!feedback && kind === 'press' && element.animate)
      feedback = element.animate({ opacity: 0.6 }, { duration: 150, fill: 'forwards' })
    acts.push({ kind: kind, element: element, place: place, value: element.value, feedback: feedback })
  }
  function listen(event) {
    var button = event.target.closest('button')
    // Links lead where they lead by themselves.
    if (event.type === 'click' && !button) return
    // The page's own code gets it once, when everything can be done. A form is not sent by the browser: its
    // fields would stand in an address.
    event.stopImmediatePropagation()
    if (event.type === 'submit') event.preventDefault()
    else if (event.type === 'click') take('press', button)
    else take('fill', event.target)
  }
  var acts = []
  events.forEach(function (name) {
    document.addEventListener(name, listen, true)
  })
  window.earlyActs = function () {
    events.forEach(function (name) {
      document.removeEventListener(name, listen, true)
    })
    acts.forEach(function (act) {
      if (act.feedback) act.feedback.cancel()
    })
    return acts.splice(0)
  }
})()
