import { isOfflinePainter } from '@signet/imaging/image-provider'

export interface Provenance {
  readonly painter: string
  readonly modelId: string
}

/** IPTC digital source types: a model trained on samples, or an algorithm without training. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype'

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)

/** Builds an XMP packet (ISO 16684-1) that declares that the picture is machine-made and names the image provider. */
export const provenanceXmp = ({ painter, modelId }: Provenance): string => {
  const isOffline = isOfflinePainter(painter)
  const type = isOffline ? 'algorithmicMedia' : 'trainedAlgorithmicMedia'
  const tool = isOffline ? `Signet offline painter, in place of ${modelId}` : `${modelId} by ${painter}`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPE}/${type}" xmp:CreatorTool="${escapeXml(tool)}"/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`
}
