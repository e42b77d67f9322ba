import type {
  IChartApiBase,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

const DASH = [4, 4]

/** A dashed line down the chart, before the first bar of a day. */
export class DayDivider implements ISeriesPrimitive {
  #chart: IChartApiBase | undefined
  #redraw: (() => void) | undefined
  #firstBar: Time | undefined
  #colour = ''
  readonly #views: readonly IPrimitivePaneView[] = [{ zOrder: () => 'bottom', renderer: () => this.#renderer }]
  readonly #renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
        const x = this.#x()
        if (x === undefined) return
        context.save()
        context.strokeStyle = this.#colour
        context.lineWidth = Math.max(1, Math.floor(horizontalPixelRatio))
        context.setLineDash(DASH.map((length) => length * horizontalPixelRatio))
        context.beginPath()
        context.moveTo(Math.round(x * horizontalPixelRatio), 0)
        context.lineTo(Math.round(x * horizontalPixelRatio), bitmapSize.height)
        context.stroke()
        context.restore()
      }),
  }

  attached({ chart, requestUpdate }: SeriesAttachedParameter): void {
    this.#chart = chart
    this.#redraw = requestUpdate
  }

  detached(): void {
    this.#chart = undefined
    this.#redraw = undefined
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Stands before the bar of that time from now on; undefined: there is nothing to divide. */
  moveTo(firstBar: Time | undefined, colour: string): void {
    this.#firstBar = firstBar
    this.#colour = colour
    this.#redraw?.()
  }

  /** Half a bar left of the first one's middle, in pixels of the page; undefined where it is not drawn. */
  #x(): number | undefined {
    if (this.#firstBar === undefined) return undefined
    const scale = this.#chart?.timeScale()
    const middle = scale?.timeToCoordinate(this.#firstBar) ?? undefined
    return scale === undefined || middle === undefined ? undefined : middle - scale.options().barSpacing / 2
  }
}
