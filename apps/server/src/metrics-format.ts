import { Registry, type Metric, type OpenMetricsContentType } from 'prom-client'

/** The formats that a scrape may ask for. Exemplars are in OpenMetrics alone. */
export const METRICS_FORMATS = ['text/plain', 'application/openmetrics-text'] as const
export type MetricsFormat = (typeof METRICS_FORMATS)[number]

/** What a scrape is answered with. */
export interface ScrapedMetrics {
  readonly text: string
  readonly contentType: string
}

/** The metrics of `registry`, in its own format or in OpenMetrics. */
export async function printMetrics(registry: Registry, format: MetricsFormat): Promise<ScrapedMetrics> {
  const printed = format === 'text/plain' ? registry : openMetricsView(registry)
  return { text: await printed.metrics(), contentType: printed.contentType }
}

/** The same metrics for one print: prom-client 15.1.3 takes `_total` from the names of the counters it prints in OpenMetrics. */
function openMetricsView(registry: Registry): Registry<OpenMetricsContentType> {
  const view = new Registry<OpenMetricsContentType>()
  view.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  for (const { name } of registry.getMetricsAsArray())
    view.registerMetric(Object.create(registry.getSingleMetric(name)!) as Metric)
  return view
}
