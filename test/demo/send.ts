// Requests of the demo to the API, as a user's browser sends them.

export interface Login {
  readonly url: string
  readonly username: string
  readonly password: string
}

/** Answers the data of a request; a refusal throws with what was said. */
export type Send = <Data = { readonly id: number }>(
  path: string,
  body?: object | string,
  method?: 'GET' | 'POST',
) => Promise<Data>

export async function signIn({ url, username, password }: Login): Promise<Send> {
  const headers: Record<string, string> = {}
  const request = async (path: string, body: object | string = {}, method = 'POST') => {
    const isFile = typeof body === 'string'
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, 'content-type': isFile ? 'text/csv' : 'application/json' },
      ...(method !== 'GET' && { body: isFile ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const { data } = answer.status === 204 ? { data: undefined } : await answer.json()
    return { answer, data }
  }
  const form = { username, password, user_type: 'ADMIN', captcha: null, remember: false }
  const { answer, data } = await request('/api/login', form)
  headers.authorization = `Bearer ${data.token}`
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  headers.cookie = cookies.join('; ')
  const isXsrf = (cookie: string) => cookie.toLowerCase().startsWith('xsrf-token=')
  headers['x-xsrf-token'] = decodeURIComponent(cookies.find(isXsrf)?.split('=')[1] ?? '')
  return async (path, body, method) => (await request(path, body, method)).data
}
