// How a reseller issues invoices to the accounts right below it (ADR-0029).
import { z } from 'zod'
import { isTimeZone } from '#core/time/time-window.ts'
import { documentSettings } from '../console/settings.ts'
import { endpoint, idParams } from '../endpoint.ts'

export const invoiceProfileForm = documentSettings.extend({
  /** The zone of its days, and of accounts without their own; null is that of the switch. */
  timezone: z.string().max(60).refine(isTimeZone, 'Unknown time zone.').nullable(),
})

export const invoiceProfile = invoiceProfileForm.extend({
  /** The details of its account, printed where those of the profile are empty. */
  account: z.object({ company: z.string(), address: z.string(), tax_number: z.string() }),
  /** 0 before it was saved for the first time. */
  version: z.number().int().min(0),
})
export type InvoiceProfile = z.output<typeof invoiceProfile>

export const getInvoiceProfile = endpoint({
  method: 'GET',
  path: '/api/resellers/:id/invoice-profile',
  summary: 'How a reseller issues invoices: its details, numbers and payment terms',
  needs: 'invoices.edit',
  params: idParams,
  answer: invoiceProfile,
})

export const getExampleInvoice = endpoint({
  method: 'POST',
  path: '/api/resellers/:id/invoice-profile/example',
  summary: 'An example invoice as PDF, with what is in the form and the logo of the brand',
  needs: 'invoices.edit',
  params: idParams,
  body: invoiceProfileForm,
  file_type: 'application/pdf',
})

export const updateInvoiceProfile = endpoint({
  method: 'PUT',
  path: '/api/resellers/:id/invoice-profile',
  summary: 'Changes how a reseller issues invoices; those that were issued stay as they are',
  needs: 'invoices.edit',
  params: idParams,
  body: invoiceProfileForm.extend({ version: invoiceProfile.shape.version }),
  answer: invoiceProfile,
})
