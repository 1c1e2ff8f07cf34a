// The form of a client of either kind: what it begins with, and where it goes when it is saved.
import { useNavigate } from '@tanstack/react-router'
import { clientForm } from '#contract/client-profile.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  createRetailClient,
  getRetailClient,
  updateRetailClient,
} from '#contract/retail-clients.ts'
import type {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
} from '#contract/wholesale-clients.ts'
import { NEXT } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange } from '../http/use-endpoint.ts'
import { type Client, type ClientValues, NEW_CLIENT } from './client-labels.ts'

interface ClientKind {
  readonly create: typeof createWholesaleClient | typeof createRetailClient
  readonly get: typeof getWholesaleClient | typeof getRetailClient
  readonly update: typeof updateWholesaleClient | typeof updateRetailClient
  readonly paths: { readonly list: string; readonly edit: (id: number) => string }
  /** What comes after the client itself, in a sentence. */
  readonly next: string
}

/** What the form of a new client begins with that is not the same for all. */
export type ClientPreset = Partial<Pick<ClientValues, 'daily_spend_limit'>>

type AddBody = BodyOf<typeof createWholesaleClient>

export function useClientForm(
  kind: ClientKind,
  client: Client | undefined,
  preset: ClientPreset = {},
) {
  const navigate = useNavigate()
  const create = useChange(kind.create, {
    errors: 'form',
    done: `Client added. ${kind.next}`,
  })
  const update = useChange(kind.update, { errors: 'form', done: 'Client saved.' })
  // Adding a client requires a password, changing one does not; otherwise both are the same.
  const addForm = kind.create.body as unknown as typeof clientForm
  return useEntityForm({
    schema: client ? clientForm : addForm,
    initial: client ? formValues(clientForm, client) : { ...NEW_CLIENT, ...preset },
    edited: editedBy(
      client,
      ({ id }): Promise<Client> => send(kind.get, { params: { id } }),
      (newest) => formValues(clientForm, newest),
    ),
    save: (body, version): Promise<Client> =>
      client
        ? update.mutateAsync({
            params: { id: client.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body: body as AddBody }),
    onSaved: (again, { id }) => {
      if (again) return
      if (client) void navigate({ to: kind.paths.list })
      else void navigate({ to: kind.paths.edit(id), hash: NEXT })
    },
  })
}

export type ClientForm = ReturnType<typeof useClientForm>
