import { openApi } from '@signet/contract-tools/openapi'
import { serviceIR } from '@signet/contracts/ir'
import { portOf } from './apis.ts'
import { type ServedApi, servedApis } from './services.ts'

const contact = { name: 'Signet', url: 'https://signet.example', email: 'support@signet.example' }
const license = { name: 'Proprietary', url: 'https://signet.example/license' }

const documentOf = ({ key, title, services }: ServedApi, version: string): object => {
  const all = services.map(({ service }) => service)
  return openApi(all.flatMap(serviceIR), {
    title: all.length === 1 ? (all[0]?.title ?? title) : title,
    version,
    description: all.map(({ description }) => description).join('\n\n'),
    sessionCookie: '__Secure-auth.session_token',
    servers: [{ url: `http://127.0.0.1:${portOf(key)}`, description: 'npm start' }],
    contact,
    license,
    tags: Object.assign({}, ...all.map(({ tags }) => tags)) as Record<string, string>,
  })
}

export const openApiDocuments = (version: string): Readonly<Record<string, object>> =>
  Object.fromEntries(servedApis().map((api) => [api.key, documentOf(api, version)]))
