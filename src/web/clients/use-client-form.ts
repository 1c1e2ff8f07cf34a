// The form of a client of either kind: its initial values, and the page after it is saved.
import { useNavigate } from '@tanstack/react-router'
import { clientForm } from '#contract/accounts/client-profile.ts'
import type { getRetailClient, RetailClient } from '#contract/accounts/retail-clients.ts'
import type { getWholesaleClient, WholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { NEXT } from '../forms/FormPage.tsx'
import { type Crud, useCrudForm } from '../forms/use-crud-form.ts'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { type ClientValues, NEW_CLIENT } from './client-labels.ts'

interface ClientKind
  extends Crud<typeof getWholesaleClient | typeof getRetailClient, typeof clientForm> {
  readonly edit: (id: number) => string
}

type Endpoints = Omit<ClientKind, 'noun' | 'schema' | 'addSchema'>

export const clientKind = (endpoints: Endpoints): ClientKind => ({
  ...endpoints,
  noun: 'client',
  schema: clientForm,
  // Adding a client requires a password, changing one does not; otherwise both are the same.
  addSchema: endpoints.create.body as unknown as typeof clientForm,
})

/** Initial values of a new client that are not the same for all clients. */
export type ClientPreset = Partial<Pick<ClientValues, 'daily_spend_limit'>>

export function useClientForm(
  kind: ClientKind,
  client: WholesaleClient | RetailClient | undefined,
  preset: ClientPreset = {},
) {
  const navigate = useNavigate()
  const linked = useIdPreset('tariff_id', 'route_plan_id')
  return useCrudForm(kind, client, {
    blank: { ...NEW_CLIENT, ...preset, ...linked },
    leave: ({ id }) => {
      if (client) void navigate({ to: kind.list.to })
      else void navigate({ to: kind.edit(id), hash: NEXT })
    },
  })
}

export type ClientForm = ReturnType<typeof useClientForm>
