import { bucket, bucketConnection, partUploads } from '@signet/kernel/bucket'

const connection = bucketConnection(process.env)
const objects = bucket(connection)
await objects.put('notes/1', new TextEncoder().encode('a hive of bees'), { metadata: { author: 'anna' } })
const head = await objects.head('notes/1')
console.log(head?.size, head?.metadata.author) // 14 anna
console.log(String(await objects.read('notes/1', { range: { start: 2, end: 6 } }))) // hive

const uploads = partUploads(connection)
const id = await uploads.create('films/1')
console.log(await uploads.partUrl('films/1', id, { number: 1, bytes: 100, validSeconds: 600 })) // a URL to PUT these 100 bytes for ten minutes

export {}
