import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a ZIP of these files, deflated, as every program writes it. */
export const zipOf = (files: Readonly<Record<string, Buffer>>): Buffer => {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const deflated = deflateRawSync(content)
    const label = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(deflated.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, label, deflated])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, rest, label]))
    pieces.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, entries, Buffer.from('PK\u0005\u0006'), end])
}
