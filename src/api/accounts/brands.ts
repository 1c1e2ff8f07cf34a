// The brand of a reseller, and the proof that its domain is its own.
import { createHash } from 'node:crypto'
import * as contract from '#contract/accounts/brands.ts'
import { inheritBrand, recordNameOf } from '#core/account/brand.ts'
import { readLogo } from '#core/logo.ts'
import {
  deleteBrandImage,
  findBrand,
  listBrandsAbove,
  setDomainChecked,
  writeBrand,
  writeBrandImage,
} from '#db/accounts/brands.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { pathsOf } from '../documents/logo.ts'
import { type Actor, changedMeanwhile, noteActivity, noteChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { randomText } from '../http/random.ts'

// It belongs to the reseller, in the activity log too.
const entity = 'reseller'
const form = contract.brandForm
const TOKEN_BYTES = 24

async function answerOf(database: Database, scope: Scope, id: number): Promise<contract.Brand> {
  const { name: _, ...own } = found(await findBrand(database, scope, id))
  const [above, { theme_colors }] = await Promise.all([
    listBrandsAbove(database, scope, id),
    readSettings(database),
  ])
  const { colors, ...inherited } = inheritBrand(above)
  return {
    ...own,
    ...pathsOf(own),
    inherited: { ...inherited, ...pathsOf(inherited), colors: colors ?? theme_colors },
  }
}

/** A change of the brand that no form of it makes. */
const noteField = (
  tx: Tx,
  actor: Actor,
  { id, name }: { readonly id: number; readonly name: string },
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
) =>
  noteActivity(tx, actor, {
    action: 'UPDATE',
    entity,
    entity_id: String(id),
    entity_name: name,
    changes,
  })

const IMAGE_FIELDS = { LOGO: 'logo', DARK_LOGO: 'dark_logo', FAVICON: 'favicon' } as const

/** The image as it is kept, by what its bytes are. */
function imageOf(text: string) {
  const bytes = Buffer.from(text, 'base64')
  const read = readLogo(bytes)
  if (typeof read === 'string') throw badField('image', read)
  if (read.type === 'image/webp') throw badField('image', 'A PNG or JPEG image.')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { type: read.type, bytes, hash }
}

export const brands: HandlersOf<typeof contract> = {
  getBrand: ({ database, caller, params: { id } }) => answerOf(database, caller.scope, id),

  updateBrand: ({ database, params: { id }, body: { version, ...after }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = found(await findBrand(tx, scope, id))
      if (!(await writeBrand(tx, id, version, after, randomText(TOKEN_BYTES)))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteChange(tx, actor, { entity, id, name: before.name, form, before, after })
      return answerOf(tx, scope, id)
    }),

  setBrandImage: ({ database, params: { id }, body: { kind, image }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { name, ...before } = found(await findBrand(tx, scope, id))
      const next = image === null ? undefined : imageOf(image)
      if (next) await writeBrandImage(tx, id, kind, next)
      else await deleteBrandImage(tx, id, kind)
      const field = IMAGE_FIELDS[kind]
      await noteField(tx, actor, { id, name }, { [field]: [before[field], next?.hash ?? null] })
      return answerOf(tx, scope, id)
    }),

  async checkDomain({ database, readTextRecords, params: { id }, clock, ...actor }) {
    const before = found(await findBrand(database, actor.caller.scope, id))
    const { name, domain, domain_token, domain_checked_at } = before
    if (domain === null || domain_token === null) throw badField('domain', 'Save a domain first.')
    // Outside of the transaction, because the DNS takes its time.
    const texts = await readTextRecords(recordNameOf(domain))
    if (!texts?.includes(domain_token)) {
      return { result: texts ? 'MISSING' : 'NO_ANSWER', domain_checked_at }
    }
    const at = toInstant(clock.now_ms())
    await database.transaction().execute(async (tx) => {
      if (!(await setDomainChecked(tx, id, { domain, domain_token }, at))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteField(tx, actor, { id, name }, { domain_checked_at: [domain_checked_at, at] })
    })
    return { result: 'FOUND', domain_checked_at: at }
  },
}
