import { randomInt, randomUUID } from 'node:crypto'
import { AwsError } from './aws-error.ts'
import type { RowStore } from './dynamo/row-store.ts'
import { type Input, jsonService, type Operation } from './json-service.ts'
import type { SecretSpec } from './ports.ts'

interface StoredSecret {
  readonly name: string
  readonly arn: string
  /** Absent if the secret was deployed without a value and none has been set. */
  readonly value?: string | undefined
  readonly versionId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

interface SecretsDeps {
  readonly rows: RowStore
  readonly now: () => number
  readonly arnOf: (name: string) => string
  readonly log?: ((line: string) => void) | undefined
}

const SPACE = 'secret'
const PASSWORD_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const password = (length: number): string =>
  Array.from({ length }, () => PASSWORD_CHARACTERS.charAt(randomInt(PASSWORD_CHARACTERS.length))).join('')

/**
 * Returns a literal, or the result of GenerateSecretString: a password, stored under `key` in the JSON of `template` if
 * given. Returns undefined with neither, as on AWS.
 */
const initialValue = ({ value, generate }: SecretSpec): string | undefined => {
  if (value !== undefined || generate === undefined) return value
  const generated = password(generate.length)
  if (generate.key === undefined) return generated
  return JSON.stringify({ ...(JSON.parse(generate.template ?? '{}') as object), [generate.key]: generated })
}

const secretRecords = ({ rows, now }: SecretsDeps) => {
  const store = (secret: StoredSecret): Input => {
    rows.write(SPACE, secret.name, secret)
    return { ARN: secret.arn, Name: secret.name, VersionId: secret.versionId }
  }
  return {
    store,
    read: (name: string) => rows.read(SPACE, name) as StoredSecret | undefined,
    find(id: unknown): StoredSecret {
      const secret = [...rows.rows(SPACE)]
        .map((row) => row.value as StoredSecret)
        // An ARN ends with a hyphen and six random characters, which callers may omit.
        .find((secret) => secret.name === id || secret.arn === id || secret.arn.startsWith(`${String(id)}-`))
      if (secret === undefined)
        throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      return secret
    },
    put: (input: Input, { name, arn }: Pick<StoredSecret, 'name' | 'arn'>): Input =>
      store({ name, arn, value: textOf(input), versionId: input.ClientRequestToken ?? randomUUID(), createdAt: now() }),
  }
}

const descriptionOf = ({ arn, name, value, createdAt, versionId }: StoredSecret) => ({
  ARN: arn,
  Name: name,
  CreatedDate: createdAt / 1000,
  ...(value === undefined ? {} : { VersionIdsToStages: { [versionId]: ['AWSCURRENT'] } }),
})

const secretValueOf = ({ arn, name, value, versionId, createdAt }: StoredSecret) => {
  if (value === undefined)
    throw new AwsError(
      'ResourceNotFoundException',
      "Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
    )
  return {
    ARN: arn,
    Name: name,
    SecretString: value,
    VersionId: versionId,
    VersionStages: ['AWSCURRENT'],
    CreatedDate: createdAt / 1000,
  }
}

/** AWS Secrets Manager. A generated value is created once and persists across starts. */
export const secretsService = (deps: SecretsDeps) => {
  const { rows, now, arnOf, log } = deps
  const { store, read, find, put } = secretRecords(deps)
  const operations: Record<string, Operation> = {
    GetSecretValue: (input) => secretValueOf(find(input.SecretId)),
    DescribeSecret: (input) => descriptionOf(find(input.SecretId)),
    PutSecretValue: (input) => ({ ...put(input, find(input.SecretId)), VersionStages: ['AWSCURRENT'] }),
    UpdateSecret: (input) => put(input, find(input.SecretId)),
    // Deletes immediately, as with ForceDeleteWithoutRecovery: a recovery window has no use here.
    DeleteSecret: (input) => {
      const { name, arn } = find(input.SecretId)
      rows.remove(SPACE, name)
      return { ARN: arn, Name: name, DeletionDate: now() / 1000 }
    },
    CreateSecret: (input) => {
      const name = String(input.Name)
      if (read(name) !== undefined)
        throw new AwsError('ResourceExistsException', `The operation failed because the secret ${name} already exists.`)
      return put(input, { name, arn: `${arnOf(name)}-${password(6)}` })
    },
  }
  return {
    handler: jsonService({ name: 'secretsmanager', log, operations }),
    declare(spec: SecretSpec): void {
      const stored = read(spec.name)
      const value = spec.value ?? stored?.value ?? initialValue(spec)
      if (stored && stored.value === value && stored.arn === spec.arn) return
      store({ name: spec.name, arn: spec.arn, value, versionId: randomUUID(), createdAt: now() })
    },
  }
}

const textOf = (input: Input): string => {
  if (typeof input.SecretString === 'string') return input.SecretString
  throw new AwsError('InvalidParameterException', 'SecretString is required: binary secrets are not supported locally.')
}
