import { openImage } from './encode-image.ts'
import { type Provenance, provenanceXmp } from './provenance.ts'

export const removeBackground = async (image: Uint8Array, provenance: Provenance) => ({
  png: await openImage(image).ensureAlpha().png().withXmp(provenanceXmp(provenance)).toBuffer(),
  method: 'none',
})
