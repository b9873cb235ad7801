import { ARTIFACT_TYPES } from '@signet/artifacts'
import type { RestApiProps } from 'aws-cdk-lib/aws-apigateway'
import type { ApiKey } from '../apis.ts'
import type { Config } from '../config.ts'

/** Media types of bodies that are bytes, by the API that takes them. */
const BODIES: Readonly<Partial<Record<ApiKey, readonly string[]>>> = {
  platform: [...ARTIFACT_TYPES, 'application/x-zip-compressed'],
}

/** JSON stays text: it is the body of nearly every request. Whoever takes bytes of it refuses U+FFFD. */
const isText = (type: string): boolean => type === 'application/json'

/**
 * Which bodies API Gateway hands on byte by byte, in base64. All others it reads as UTF-8 and puts U+FFFD for what is none. An
 * emulator, which sends images whole, hands on all of them so.
 */
export const binaryBodies = (key: ApiKey, { streaming }: Config): Pick<RestApiProps, 'binaryMediaTypes'> => {
  const types = BODIES[key]?.filter((type) => !isText(type))
  if (!streaming) return { binaryMediaTypes: ['*/*'] }
  return types === undefined ? {} : { binaryMediaTypes: types }
}
