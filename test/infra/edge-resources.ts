import type { Properties, Resource, Synth } from './synth.ts'

/** Returns the resources of the edge stack. */
export const edgeOf = (synth: Synth): readonly Resource[] =>
  synth.resources.filter(({ stack }) => stack === 'signet-prod-edge')

export const ofType = (resources: readonly Resource[], type: string): readonly Resource[] =>
  resources.filter(({ Type }) => Type === type)

/** Returns the configuration of each CloudFront distribution. */
export const distributionsOf = (synth: Synth): readonly Properties[] =>
  ofType(edgeOf(synth), 'AWS::CloudFront::Distribution').map(({ Properties }) => Properties.DistributionConfig)

/** Returns the variables of a function by its bundle. */
export const variablesOf = (synth: Synth, bundle: string): Properties =>
  synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)?.Properties
    .Environment.Variables
