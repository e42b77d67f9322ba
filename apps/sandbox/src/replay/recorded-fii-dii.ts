import { Hono } from 'hono'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { RecordedPath } from './recorded-path.ts'

/** FII and DII rows of a recorded day at `/fii-dii.json`: what the product knew of them, so without what was bought and sold. */
export function recordedFiiDiiApp(path: Pick<RecordedPath, 'fiiDiiRows'>, isDown: () => boolean): Hono {
  const app = new Hono()
  app.get('/fii-dii.json', (c) => {
    if (isDown()) return c.json({ message: 'The FII/DII data is down (sandbox fault).' }, 503)
    const rows = path.fiiDiiRows.map((row) => ({
      date: row.day,
      fii_net: row.fiiNet,
      dii_net: row.diiNet,
      fii_idx_fut_long: row.futureLong,
      fii_idx_fut_short: row.futureShort,
      cash_published_at: istIso(row.cashPublishedAt),
      positions_published_at: row.positionsPublishedAt === null ? null : istIso(row.positionsPublishedAt),
    }))
    return c.json({ source: 'recorded', unit: 'crore rupees; contracts', rows })
  })
  return app
}
