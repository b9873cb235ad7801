import { ARTIFACT_TYPES } from '@signet/artifacts'
import type { RestApiProps } from 'aws-cdk-lib/aws-apigateway'
import type { ApiKey } from '../apis.ts'
import type { Config } from '../config.ts'

/**
 * Media types of bodies that are bytes, by the API that takes them. JSON is one of the platform's: what exporters of OTLP send is
 * compressed, and says that it is JSON.
 */
const BODIES: Readonly<Partial<Record<ApiKey, readonly string[]>>> = {
  platform: [...ARTIFACT_TYPES, 'application/x-zip-compressed', 'application/x-protobuf'],
}

/**
 * Which bodies API Gateway hands on byte by byte, in base64. All others it reads as UTF-8 and puts U+FFFD for what is none. An
 * emulator, which sends images whole, hands on all of them so.
 */
export const binaryBodies = (key: ApiKey, { streaming }: Config): Pick<RestApiProps, 'binaryMediaTypes'> => {
  const types = BODIES[key]
  if (!streaming) return { binaryMediaTypes: ['*/*'] }
  return types === undefined ? {} : { binaryMediaTypes: [...types] }
}
