// Prints the trace of each seed of a range, one a line: run in several processes, the lines must be the same.
import { SeededChooser, drawStrengths } from './chance/chooser.ts'
import { runSession } from './run-session.ts'
import { drawShape } from './session/draw-shape.ts'

const [first, last] = process.argv.slice(2).map(Number) as [number, number]
setImmediate(() => {
  for (let seed = first; seed <= last; seed += 1)
    console.log(runSession(drawShape(seed), new SeededChooser(seed, drawStrengths(seed)), true).trace)
})
