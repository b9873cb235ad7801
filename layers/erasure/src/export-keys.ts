interface Export {
  readonly org: string
  readonly id: string
}

export const exportPrefixes = (org: string): readonly string[] => [`parts/${org}/`, `zips/${org}/`]

export const zipKey = ({ org, id }: Export): string => `zips/${org}/${id}`

/** A service's part, as stored by one run of its worker. Concurrent runs never write the same object. */
interface Part {
  readonly service: string
  readonly run: string
}

const partPrefix = ({ org, id }: Export, { service, run }: Part): string => `parts/${org}/${id}/${service}/${run}`

export const partFileKey = (exported: Export, part: Part, number: number): string =>
  `${partPrefix(exported, part)}/${number}`

export const partListKey = (exported: Export, part: Part): string => `${partPrefix(exported, part)}/files`
