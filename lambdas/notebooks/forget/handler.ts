import { eventFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { DeletedUpload, forgetUpload } from './forget-upload.ts'

export const handler = eventFunction({
  name: 'notebooks-forget',
  access: access.forget,
  variables: process.env,
  clients: { db: tableClient() },
  failed: 'quotes of a deleted upload could not be removed',
  build: (runtime) => {
    const forget = forgetUpload(runtime)
    return { 'org.signet.archive-import.deleted.v1': ({ data }) => forget(DeletedUpload.parse(data)) }
  },
})
