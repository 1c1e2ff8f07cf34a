// Brands: under which name and colours a reseller and all below it see the console. What a brand
// lacks comes from those above, which `inheritBrand` of the core decides.
import { type RawBuilder, sql } from 'kysely'
import type { Brand, BrandImage } from '#core/account/brand.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import type { ThemeColors } from '#core/theme-colors.ts'
import type { Database, Tx } from '../database.ts'
import { inScope, type Scope } from '../scope.ts'
import type { BrandImageTable } from '../tables/accounts.ts'

/** The fields of its form. */
export interface BrandValues {
  readonly domain: string | null
  readonly title: string | null
  readonly colors: ThemeColors | null
  readonly support_email: string | null
  readonly terms_url: string | null
}

const imageHash = (kind: BrandImage) => sql<string | null>`(select hash from brand_image i
  where i.account_id = a.id and i.kind = ${kind})`
const IMAGES = [
  imageHash('LOGO').as('logo'),
  imageHash('DARK_LOGO').as('dark_logo'),
  imageHash('FAVICON').as('favicon'),
] as const

/** The own brand of a reseller; one without a row has version 0. */
export async function findBrand(database: Database, scope: Scope, id: number) {
  return database
    .selectFrom('account as a')
    .innerJoin('reseller as r', 'r.account_id', 'a.id')
    .leftJoin('brand as b', 'b.account_id', 'a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .select(['a.name', 'b.domain', 'b.domain_token', 'b.domain_checked_at', 'b.title', 'b.colors'])
    .select(['b.support_email', 'b.terms_url', sql<number>`coalesce(b.version, 0)`.as('version')])
    .select(IMAGES)
    .executeTakeFirst()
}

/** The brands from an account to the top, the nearest first. */
async function brandsFrom(database: Database, start: RawBuilder<unknown>): Promise<Brand[]> {
  const { rows } = await sql<Brand>`
    with recursive up (id, parent_id, depth) as (
      select id, parent_id, 1 from account where id = (${start}) and kind = 'RESELLER'
      union all
      select a.id, a.parent_id, up.depth + 1 from up join account a on a.id = up.parent_id
        where a.kind = 'RESELLER' and up.depth < ${RESELLER_LEVELS})
    select b.title, b.colors, b.support_email, b.terms_url,
      ${imageHash('LOGO')} as logo, ${imageHash('DARK_LOGO')} as dark_logo,
      ${imageHash('FAVICON')} as favicon
    from up a left join brand b on b.account_id = a.id order by a.depth`.execute(database)
  return rows
}

/** Those above a reseller; they are what its own users see where it sets nothing itself. */
export const listBrandsAbove = (database: Database, scope: Scope, id: number): Promise<Brand[]> =>
  brandsFrom(
    database,
    sql`select parent_id from account where id = ${id} and ${inScope(scope, 'id')}`,
  )

/** The own brand of a reseller and those above, for its documents. */
export const listBrandsOf = (database: Database, id: number): Promise<Brand[]> =>
  brandsFrom(database, sql`${id}`)

/** The brands of a domain that was checked; none for any other. Without a login. */
export const listBrandsOfDomain = (database: Database, domain: string): Promise<Brand[]> =>
  brandsFrom(
    database,
    sql`select account_id from brand where domain = ${domain} and domain_checked_at is not null`,
  )

/** False if the brand has changed since `version` was read, 0 if there was none. */
export async function writeBrand(
  tx: Tx,
  id: number,
  version: number,
  { colors, ...texts }: BrandValues,
  domain_token: string,
): Promise<boolean> {
  const values = { ...texts, colors: colors && JSON.stringify(colors) }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('brand')
      .values({ account_id: id, ...values, domain_token, domain_checked_at: null })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const isSame = sql`domain is not distinct from ${values.domain}`
  const { numUpdatedRows } = await tx
    .updateTable('brand')
    .set({
      ...values,
      version: version + 1,
      // Another domain is not checked, and has another text.
      domain_token: sql`case when ${isSame} then domain_token else ${domain_token} end`,
      domain_checked_at: sql`case when ${isSame} then domain_checked_at end`,
    })
    .where('account_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if it has another domain by now. */
export async function setDomainChecked(
  tx: Tx,
  id: number,
  { domain, domain_token }: { readonly domain: string; readonly domain_token: string },
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('brand')
    .set({ domain_checked_at: at })
    .where('account_id', '=', id)
    .where('domain', '=', domain)
    .where('domain_token', '=', domain_token)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Image = Pick<BrandImageTable, 'type' | 'bytes' | 'hash'>

export async function writeBrandImage(
  tx: Tx,
  id: number,
  kind: BrandImage,
  image: Image,
): Promise<void> {
  await tx
    .insertInto('brand_image')
    .values({ account_id: id, kind, ...image })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(image))
    .execute()
}

export async function deleteBrandImage(tx: Tx, id: number, kind: BrandImage): Promise<void> {
  await tx.deleteFrom('brand_image').where('account_id', '=', id).where('kind', '=', kind).execute()
}

/** Images are public: they are on the page before the login. */
export async function findBrandImage(database: Database, hash: string): Promise<Image | undefined> {
  return database
    .selectFrom('brand_image')
    .where('hash', '=', hash)
    .select(['type', 'bytes', 'hash'])
    .limit(1)
    .executeTakeFirst()
}

/** With its reseller, so that another one can have the domain. */
export async function deleteBrand(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('brand_image').where('account_id', '=', id).execute()
  await tx.deleteFrom('brand').where('account_id', '=', id).execute()
}
