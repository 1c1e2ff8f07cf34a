// Uploads in parts that were interrupted: their parts cost money, and no list of files has them.
import { z } from 'zod'

const DAY_MS = 86_400_000

const upload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() })
const listing = z.object({ Upload: z.union([upload, z.array(upload)]).optional() })
/** As the client reads it from the XML, with its root or without. */
const answer = z.union([
  z.object({ ListMultipartUploadsResult: z.union([listing, z.string()]) }),
  z.object({ listMultipartUploadsResult: z.union([listing, z.string()]) }),
  listing,
])

/** Those below the prefix that began more than a day ago: one under way is younger. */
export function findLeftovers(
  found: unknown,
  prefix: string,
  now_ms: number,
): { key: string; upload: string }[] {
  const parsed = answer.parse(found)
  const [inner] = 'Upload' in parsed ? [parsed] : Object.values(parsed)
  const { Upload = [] } = listing.safeParse(inner).data ?? {}
  return [Upload]
    .flat()
    .filter(
      ({ Key, Initiated }) => Key.startsWith(prefix) && now_ms - Date.parse(Initiated) > DAY_MS,
    )
    .map(({ Key, UploadId }) => ({ key: Key, upload: UploadId }))
}
