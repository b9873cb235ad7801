import type { Properties, Resource, Synth } from './synth.ts'

/** The resources of the stack of the edge. */
export const edgeOf = (synth: Synth): readonly Resource[] =>
  synth.resources.filter(({ stack }) => stack === 'signet-prod-edge')

export const ofType = (resources: readonly Resource[], type: string): readonly Resource[] =>
  resources.filter(({ Type }) => Type === type)

/** What each distribution of CloudFront is configured as. */
export const distributionsOf = (synth: Synth): readonly Properties[] =>
  ofType(edgeOf(synth), 'AWS::CloudFront::Distribution').map(({ Properties }) => Properties.DistributionConfig)

/** The variables of a function by its bundle. */
export const variablesOf = (synth: Synth, bundle: string): Properties =>
  synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)?.Properties
    .Environment.Variables
