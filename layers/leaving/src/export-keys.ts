interface Export {
  /** The person's own organisation. */
  readonly org: string
  readonly id: string
}

/** Prefix of everything that exports of a person have stored. */
export const exportPrefixes = (org: string): readonly string[] => [`parts/${org}/`, `zips/${org}/`]

/** The ZIP of an export. */
export const zipKey = ({ org, id }: Export): string => `zips/${org}/${id}`

/** A file of a service's part, by its number. */
export const partFileKey = ({ org, id }: Export, service: string, number: number): string =>
  `parts/${org}/${id}/${service}/${number}`

/** The list of the files of a service's part. */
export const partListKey = ({ org, id }: Export, service: string): string => `parts/${org}/${id}/${service}/files`
