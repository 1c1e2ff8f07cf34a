import type { ReactNode } from 'react'
import type { AnswerOf, CallOf, Endpoint } from '#contract/endpoint.ts'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { Loaded } from './Loaded.tsx'

interface AddOrEditProps<Get extends Endpoint> {
  readonly get: Get
  /** Path parameters besides the id, such as the tariff of a rate. */
  readonly params?: Readonly<Record<string, number>>
  readonly children: (found: AnswerOf<Get> | undefined) => ReactNode
}

/** The form of the thing whose id is in the address; without an id, that of a new one. */
export function AddOrEdit<Get extends Endpoint>(props: AddOrEditProps<Get>) {
  const id = useIdParam()
  return id === undefined ? props.children(undefined) : <Existing key={id} {...props} id={id} />
}

function Existing<Get extends Endpoint>(props: AddOrEditProps<Get> & { readonly id: number }) {
  const { get, params, id, children } = props
  // These endpoints take the id of their path; the type of a generic endpoint does not say so.
  const found = useOneToEdit(get, { params: { ...params, id } } as unknown as CallOf<Get>)
  return <Loaded query={found}>{children}</Loaded>
}
