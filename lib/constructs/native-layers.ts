import type { ILayerVersion } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { sharpLayer } from './sharp-layer.ts'

const LAYERS: Readonly<Record<string, (scope: Construct, config: Config) => ILayerVersion>> = { sharp: sharpLayer }

/** Makes a layer. @throws Error that lists the layers that there are. */
export const nativeLayer = (name: string, scope: Construct, config: Config): ILayerVersion => {
  const make = LAYERS[name]
  if (make) return make(scope, config)
  throw new Error(`There is no layer "${name}"; lib/constructs/native-layers.ts has ${Object.keys(LAYERS).join(', ')}`)
}
