import { ability } from './ability.ts'

/**
 * `multipart` covers the operations of an upload in parts that `put` does not: listing and aborting. `list` applies to
 * the whole bucket.
 */
type ObjectVerb = 'get' | 'put' | 'delete' | 'multipart' | 'list'

export interface Objects {
  readonly name: string
  /** By the prefix of their keys: `img/`. */
  readonly objects: Readonly<Record<string, readonly ObjectVerb[]>>
}

const ACTIONS: Readonly<Record<ObjectVerb, readonly string[]>> = {
  get: ['s3:GetObject'],
  put: ['s3:PutObject'],
  delete: ['s3:DeleteObject'],
  list: [],
  multipart: ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
}

export const bucket = ability<Objects>()({
  allows: 'Reads and writes objects of one bucket, below the granted prefixes',
  local: { service: 's3' },
  variables: { BUCKET_NAME: (deployed, _, { name }) => deployed.bucket(name).name },
  rights: ({ name, objects }, deployed) => {
    const { arn } = deployed.bucket(name)
    const reads = Object.values(objects).some((verbs) => verbs.includes('get') || verbs.includes('list'))
    return [
      ...Object.entries(objects).map(([prefix, verbs]) => ({
        actions: verbs.flatMap((verb) => ACTIONS[verb]),
        resources: [`${arn}/${prefix}*`],
        wildcardReason: 'Each object has a separate key below the prefix',
      })),
      // Without this right, S3 returns 403 instead of 404 for an object that does not exist.
      ...(reads ? [{ actions: ['s3:ListBucket'], resources: [arn] }] : []),
    ]
  },
})
