// The OpenAPI 3.1 document, generated from the contract.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { page } from '#contract/page.ts'
import { problemAnswer } from '#contract/problem.ts'
import { exportOf } from '#core/permission/permission.ts'
import { TOKEN_PERMISSIONS } from '#core/permission/token-rights.ts'

type Json = Readonly<Record<string, unknown>>

/** As it looks on the wire, which is the input side of every codec. */
const schemaOf = (schema: z.core.$ZodType): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

const jsonBody = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

const FILE_BODY: Json = {
  required: true,
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: each,
  }))
}

function answerOf(endpoint: Endpoint): Json {
  if (endpoint.file_type) {
    const content = { [endpoint.file_type]: { schema: { type: 'string', format: 'binary' } } }
    return { 200: { description: 'Done', content } }
  }
  if (!endpoint.answer) return { 204: { description: 'Done' } }
  const properties = {
    data: schemaOf(endpoint.answer),
    ...(endpoint.list && { page: schemaOf(page) }),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return { 200: { description: 'Done', ...jsonBody(schema) } }
}

const SESSION = { session: [], cookie: [] }

/** Who may call; with an API token the right that it needs. */
function securityOf({ needs }: Endpoint): Json[] {
  if (needs === 'anyone') return []
  if (needs === 'session') return [SESSION]
  return [SESSION, { api_token: needs === 'signed-in' ? [] : [needs] }]
}

const WORDS: Readonly<Record<string, string>> = {
  anyone: 'No login required.',
  'signed-in': 'Every user, and every API token.',
  session: 'Only in the console.',
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { summary, needs, params, query, body } = endpoint
  return {
    operationId: name,
    summary,
    description: WORDS[needs] ?? `Needs: ${needs}.`,
    security: securityOf(endpoint),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(endpoint.file_max && { requestBody: FILE_BODY }),
    ...(body && { requestBody: { required: true, ...jsonBody(schemaOf(body)) } }),
    responses: { ...answerOf(endpoint), default: { $ref: '#/components/responses/Problem' } },
  }
}

/** The endpoints that each right of an API token opens. */
function rightsOf(endpoints: ReadonlyMap<string, Endpoint>): Json {
  const rights = new Map<string, string[]>(TOKEN_PERMISSIONS.map((permission) => [permission, []]))
  for (const { method, path, needs, may_need = [], list } of endpoints.values()) {
    const call = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
    rights.get(needs)?.push(call)
    for (const further of may_need) rights.get(further)?.push(`${call}, in part`)
    if (list) rights.get(exportOf(needs))?.push(`${call}?format=`)
  }
  return Object.fromEntries(rights)
}

export function openApiOf(endpoints: ReadonlyMap<string, Endpoint>): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Soft Switch Server', version: '1' },
    paths,
    'x-rights': rightsOf(endpoints),
    components: {
      securitySchemes: {
        api_token: { type: 'http', scheme: 'bearer', description: 'Begins with ssw_.' },
        session: { type: 'http', scheme: 'bearer', description: 'Of the login.' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
      responses: { Problem: { description: 'A problem', ...jsonBody(schemaOf(problemAnswer)) } },
    },
  }
}
