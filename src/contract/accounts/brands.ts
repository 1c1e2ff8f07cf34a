import { z } from 'zod'
import { BRAND_IMAGES, isDomain } from '#core/account/brand.ts'
import { LOGO_TEXT_MAX } from '../console/settings.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { themeColors } from '../people/session.ts'
import * as is from '../primitives.ts'

export const brandForm = z.strictObject({
  /** Where the console is opened, such as voice.example.com. */
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .refine(isDomain, 'A domain, for example voice.example.com.')
    .nullable(),
  title: is.name(40).nullable(),
  /** The eight together; null is those of the reseller above. */
  colors: themeColors.nullable(),
  support_email: is.supportEmail.nullable(),
  terms_url: is.termsUrl.nullable(),
})

/** Paths of images, as in the initial data. */
const images = {
  logo: z.string().nullable(),
  /** On dark pages; null is the other one. */
  dark_logo: z.string().nullable(),
  favicon: z.string().nullable(),
}

export const brand = brandForm.extend({
  ...images,
  /** The text of the TXT record that proves the domain; null before a domain was saved. */
  domain_token: z.string().nullable(),
  domain_checked_at: is.instant.nullable(),
  /** The fields of the resellers above, and the operator's colours. */
  inherited: z.object({
    ...images,
    title: z.string().nullable(),
    colors: themeColors,
    support_email: z.string().nullable(),
    terms_url: z.string().nullable(),
  }),
  /** 0 before it was saved for the first time. */
  version: z.number().int().min(0),
})
export type Brand = z.output<typeof brand>

export const getBrand = endpoint({
  method: 'GET',
  path: '/api/resellers/:id/brand',
  summary: 'The title, colours, images and domain of a reseller, and what it inherits',
  needs: 'brands.view',
  params: idParams,
  answer: brand,
})

export const updateBrand = endpoint({
  method: 'PUT',
  path: '/api/resellers/:id/brand',
  summary: 'Changes the brand of a reseller; another domain must be checked again',
  needs: 'brands.edit',
  params: idParams,
  body: brandForm.extend({ version: brand.shape.version }),
  answer: brand,
})

export const setBrandImage = endpoint({
  method: 'PUT',
  path: '/api/resellers/:id/brand/image',
  summary: 'Sets or removes an image of the brand: a PNG or JPEG image, or null',
  needs: 'brands.edit',
  params: idParams,
  body: z.strictObject({
    kind: z.enum(BRAND_IMAGES),
    image: z
      .base64('Not base64.')
      .min(1, 'Required.')
      .max(LOGO_TEXT_MAX, 'At most 200 kB.')
      .nullable(),
  }),
  answer: brand,
})

export const checkDomain = endpoint({
  method: 'POST',
  path: '/api/resellers/:id/brand/domain-check',
  summary: 'Looks for the TXT record that proves the domain of the brand',
  needs: 'brands.edit',
  params: idParams,
  answer: z.object({
    /** `NO_ANSWER` is of the DNS, within three seconds. */
    result: z.enum(['FOUND', 'MISSING', 'NO_ANSWER']),
    domain_checked_at: is.instant.nullable(),
  }),
})
