import { call } from './api.ts'
import { showOnce } from './dom.ts'

type Values = Readonly<Record<string, string>>

const at = (path: string): string =>
  `/api/organisations/${path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')}`

/** Another organisation means another page. */
const actFor = async (org: string): Promise<void> => {
  await call('POST', at(`${org}/switch`))
  location.reload()
}

/** The actions of buttons and forms about people; `id` is the path of their object. */
export const PEOPLE_ACTIONS = {
  switch: ({ id = '' }: Values) => actFor(id),
  'create-organisation': async ({ name }: Values) =>
    actFor((await call<{ id: string }>('POST', '/api/organisations', { name })).id),
  join: async ({ token = '' }: Values) =>
    actFor((await call<{ orgId: string }>('POST', at('invitations/accept'), { token: token.trim() })).orgId),
  invite: async ({ id = '', email, role }: Values) => {
    const { token } = await call<{ token: string }>('POST', at(`${id}/invitations`), { email, role })
    showOnce('#new-invitation', `Send this code to ${email}. It is shown only once and valid for seven days:`, token)
  },
  'set-role': async ({ id = '', role }: Values) => {
    await call('PUT', at(id), { role })
    location.reload()
  },
  'remove-member': async ({ id = '' }: Values) => {
    await call('DELETE', at(id))
    location.reload()
  },
  withdraw: async ({ id = '' }: Values) => {
    await call('DELETE', at(id))
    location.reload()
  },
}
