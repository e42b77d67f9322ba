import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
import { BadFile } from './bad-file.ts'

/** Rows read at a time: a year of minutes is ten of these. */
const BATCH = 10_000

/** What the runtime can unpack beside what the library brings (none, Snappy). */
const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes),
}

/**
 * Rows of a Parquet file as cells: the names of its columns first, then a batch of rows at a time. `onBytes` is called with
 * how much of the file has been taken since its last call.
 */
export async function* parquetRows(
  file: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  try {
    const buffer = await asyncBufferFromFile(file)
    const metadata = await parquetMetadataAsync(buffer)
    const names = parquetSchema(metadata).children.map((column) => column.element.name)
    yield [names]
    const rows = Number(metadata.num_rows)
    for (let rowStart = 0; rowStart < rows; rowStart += BATCH) {
      const rowEnd = Math.min(rows, rowStart + BATCH)
      const objects = await parquetReadObjects({ file: buffer, metadata, rowStart, rowEnd, compressors })
      onBytes((buffer.byteLength * (rowEnd - rowStart)) / rows)
      yield objects.map((object) => names.map((name) => object[name]))
    }
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile(file, undefined, `not readable as Parquet: ${(error as Error).message}`, { cause: error })
  }
}
