import { type CorpusFile, filesOf } from './file.ts'
import { extraField, workbookEntries, type ZipEntry, zipWith } from './zip-builder.ts'

const note: ZipEntry = { name: 'note.txt', content: 'Access is reviewed each quarter.' }
const plan: ZipEntry = { name: 'plans/ir.md', content: '# Plan', isStored: true }
const mebibytes = (count: number): number => count * 1_048_576

/** Builds Info-ZIP's Unicode Path extra field (0x7075), whose name may differ from the name in the header. */
const unicodePath = (name: string): Buffer => extraField(0x7075, Buffer.concat([Buffer.alloc(5), Buffer.from(name)]))
const withUnicodePath = (name: string, first: string | Buffer = note.name): ZipEntry => ({
  ...note,
  name: first,
  extra: unicodePath(name),
})
const withMode = (mode: number): ZipEntry => ({ ...note, central: { mode } })
const withMethod = (method: number): ZipEntry => ({ ...note, local: { method }, central: { method } })

const zeros = (count: number): ZipEntry => ({ name: `zeros-${count}`, content: Buffer.alloc(count) })

/** Fifield's technique: every entry of the directory refers to the same bytes. */
const sharedBytes = zipWith([note, { ...note, name: 'note.txu', central: { localStart: 0, name: 'note.txt' } }])

const nested = zipWith([plan])
const endRecord = zipWith([note]).subarray(-22)

/** The comment of the first archive contains the end of a second one and fills it exactly. */
const twoEnds = zipWith([note], { comment: endRecord })

const overlapping = (): Buffer => {
  // The first entry declares a length that includes the second one's header and data.
  const second = zipWith([plan]).indexOf('PK\u0001\u0002', 0, 'latin1')
  const size = 2 + second
  return zipWith([
    {
      name: 'a',
      content: 'ab',
      isStored: true,
      local: { compressedSize: size, size },
      central: { compressedSize: size, size },
    },
    plan,
  ])
}

const acceptedFiles = filesOf('application/zip', [
  ['a ZIP of two entries, one deflated and one stored', zipWith([note, plan])],
  ['a ZIP with a comment', zipWith([note], { comment: 'quarterly' })],
  ['a ZIP of a program that streams: descriptors with a signature', zipWith([{ ...note, descriptor: 'signed' }, plan])],
  ['a ZIP with descriptors without a signature', zipWith([{ ...note, descriptor: 'plain' }])],
  ['a ZIP with a folder', zipWith([{ name: 'plans/', isStored: true }, plan])],
  ['a name in UTF-8', zipWith([{ ...note, name: Buffer.from('Prüfung.txt'), flags: 0x0800 }])],
  ['a name in a code page', zipWith([{ ...note, name: 'Pr\u0081fung.txt' }])],
  ['names that begin with dots and climb nowhere', zipWith([{ ...note, name: '.well-known/..a/b..' }])],
  ['an archive in an archive, stored', zipWith([{ name: 'nested.zip', content: nested, isStored: true }])],
  ['an xlsx that is declared as ZIP', zipWith(workbookEntries)],
  ['macros in a ZIP, which is not inspected further', zipWith([{ name: 'vbaProject.bin', content: 'x' }])],
  ['a Unicode Path extra field that repeats the name', zipWith([withUnicodePath('note.txt')])],
  [
    'a Unicode Path extra field for a name in a code page',
    zipWith([withUnicodePath('Prüfung.txt', 'Pr\u0081fung.txt')]),
  ],
  [
    'a file and a folder of Unix',
    zipWith([withMode(0o100644), { name: 'a/', isStored: true, central: { mode: 0o40755 } }]),
  ],
  ['a file with permissions but without a file type', zipWith([withMode(0o600)])],
  ['an extra field with padding', zipWith([{ ...note, extra: Buffer.from([0x20, 0xa2, 1, 0, 0, 0, 0]) }])],
  ['2,000 entries', zipWith(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}`, isStored: true })))],
])

const endFiles = filesOf('application/zip', [
  ['a ZIP without entries', zipWith([]), 'zip_start'],
  ['a PDF', Buffer.from('%PDF-1.7\n%%EOF\n'), 'zip_start'],
  ['a program before a ZIP', zipWith([note], { prefix: 'MZ' }), 'zip_start'],
  ['an image before a ZIP', zipWith([note], { prefix: 'GIF89a' }), 'zip_start'],
  [
    'an entry before a ZIP that the directory does not list',
    zipWith([note], { prefix: 'PK\u0003\u0004' }),
    'zip_directory',
  ],
  ['bytes after a ZIP', zipWith([note], { suffix: '<script>' }), 'zip_end'],
  ['a truncated ZIP', zipWith([note, plan]).subarray(0, -30), 'zip_end'],
  ['two end records that reach the end of the file', twoEnds, 'zip_end'],
  ['two concatenated archives', Buffer.concat([zipWith([note]), zipWith([plan])]), 'zip_directory'],
  ['an incomplete end record in the comment', zipWith([note], { comment: 'PK\u0005\u0006..' }), 'zip_end'],
  ['an end record in a name of the directory', zipWith([{ ...note, name: 'PK\u0005\u0006' }]), 'zip_end'],
  ['an archive of two disks', zipWith([note], { disk: 1 }), 'zip_split'],
  ['an entry on another disk', zipWith([{ ...note, central: { disk: 1 } }]), 'zip_split'],
  ['fewer entries on this disk than in total', zipWith([note, plan], { entriesOnDisk: 1, entries: 2 }), 'zip_split'],
])

const directories = filesOf('application/zip', [
  ['a directory that declares a greater length', zipWith([note], { length: 1_000 }), 'zip_directory'],
  ['a directory that declares another offset', zipWith([note], { start: 3 }), 'zip_directory'],
  ['bytes between the directory and its end', zipWith([note], { beforeEnd: 'hidden' }), 'zip_directory'],
  ['more entries than the end record declares', zipWith([note, plan], { entries: 1 }), 'zip_directory'],
  ['fewer entries than the end record declares', zipWith([note], { entries: 2 }), 'zip_directory'],
  [
    '2,001 entries',
    zipWith(Array.from({ length: 2_001 }, (_, at) => ({ name: `${at}`, isStored: true }))),
    'zip_entries',
  ],
  [
    'a locator of ZIP64',
    zipWith([note], { beforeEnd: Buffer.concat([Buffer.from('PK\u0006\u0007', 'latin1'), Buffer.alloc(16)]) }),
    'zip64',
  ],
  ['65,535 entries, which means ZIP64', zipWith([note], { entries: 0xffff }), 'zip64'],
  ['a directory placed by ZIP64', zipWith([note], { start: 0xffffffff }), 'zip64'],
  ['an entry placed by ZIP64', zipWith([{ ...note, central: { localStart: 0xffffffff } }]), 'zip64'],
  ['sizes of ZIP64', zipWith([{ ...note, central: { size: 0xffffffff } }]), 'zip64'],
  [
    'a field of ZIP64 in the directory',
    zipWith([{ ...note, central: { extra: extraField(1, Buffer.alloc(16)) } }]),
    'zip64',
  ],
  [
    'a field of ZIP64 in the local header',
    zipWith([{ ...note, local: { extra: extraField(1, Buffer.alloc(16)) } }]),
    'zip64',
  ],
])

const bombs = filesOf('application/zip', [
  ['a bomb: a hundred thousand zeros in 120 bytes', zipWith([zeros(100_000)]), 'zip_ratio'],
  [
    'an empty entry that declares content',
    zipWith([{ name: 'a', isStored: true, central: { size: 1 }, local: { size: 1 } }]),
    'zip_ratio',
  ],
  [
    'one entry with a declared size of 101 MiB',
    zipWith([{ ...note, central: { size: mebibytes(101) }, local: { size: mebibytes(101) } }]),
    'zip_size',
  ],
  [
    'ten entries with a declared size of 11 MiB each',
    zipWith(
      Array.from({ length: 10 }, (_, at) => ({
        name: `${at}`,
        content: Buffer.alloc(115_400, 'x'.repeat(at + 1)),
        isStored: true,
        central: { size: mebibytes(11), method: 8 },
      })),
    ),
    'zip_size',
  ],
  ['two entries of the directory for the same bytes', sharedBytes, 'zip_name'],
  ['an entry within another', overlapping(), 'zip_overlap'],
  [
    'an entry that reaches into the directory',
    zipWith([
      {
        name: 'a',
        content: 'ab',
        isStored: true,
        local: { compressedSize: 9, size: 9 },
        central: { compressedSize: 9, size: 9 },
      },
    ]),
    'zip_overlap',
  ],
])

const encryption = filesOf('application/zip', [
  ['an encrypted entry', zipWith([{ ...note, flags: 1 }]), 'zip_encrypted'],
  ['strong encryption', zipWith([{ ...note, flags: 0x41 }]), 'zip_encrypted'],
  ['AES by WinZip', zipWith([{ ...note, local: { method: 99 }, central: { method: 99 } }]), 'zip_encrypted'],
  ['a directory that is encrypted', zipWith([{ ...note, flags: 0x2000 }]), 'zip_encrypted'],
  ['encryption that only the local header declares', zipWith([{ ...note, local: { flags: 1 } }]), 'zip_encrypted'],
])

const BAD_NAMES: readonly (readonly [fault: string, name: string | Buffer, flags?: number])[] = [
  ['climbs', '../../etc/passwd'],
  ['climbs in the middle', 'a/../../b'],
  ['climbs on Windows, which drops spaces', 'a/.. /b'],
  ['climbs by backslashes', '..\\..\\boot.ini'],
  ['contains a backslash', 'a\\b'],
  ['is absolute', '/etc/passwd'],
  ['is absolute on Windows', '\\\\host\\share'],
  ['begins with a drive letter', 'C:/boot.ini'],
  ['begins with a drive without a slash', 'c:boot.ini'],
  ['contains a NUL', 'a.txt\u0000.exe'],
  ['is empty', ''],
  ['is flagged as UTF-8 and is not', 'Pr\u0081fung', 0x0800],
  ['writes .. in three bytes too many', Buffer.from('c0aec0ae2fc0af', 'hex'), 0x0800],
  ['contains a line break', 'a\nb.txt'],
  ['contains an ANSI escape sequence', '\u001b[2Ja.txt'],
  ['contains a control character in UTF-8', Buffer.from('a\u0085b'), 0x0800],
  ['contains an ESC next to letters of a code page', 'Pr\u0081\u001bfung'],
  ['contains a bidi control character', Buffer.from('report\u202efdp.exe'), 0x0800],
  ['contains a bidi control character without the UTF-8 flag', Buffer.from('report\u2066fdp.exe')],
]

const names = filesOf('application/zip', [
  ...BAD_NAMES.map(
    ([fault, name, flags = 0]) => [`a name that ${fault}`, zipWith([{ ...note, name, flags }]), 'zip_name'] as const,
  ),
  ['a Unicode Path extra field that climbs', zipWith([withUnicodePath('../note.txt')]), 'zip_name'],
  ['a Unicode Path extra field with another name', zipWith([withUnicodePath('Notiz.txt')]), 'zip_name'],
  [
    'a Unicode Path extra field with another extension than the name in a code page',
    zipWith([withUnicodePath('Prüfung.exe', 'Pr\u0081fung.txt')]),
    'zip_name',
  ],
  [
    'a Unicode Path extra field that contains a bidi control character',
    zipWith([withUnicodePath('Pr\u202eung.txt', 'Pr\u0081ung.txt')]),
    'zip_name',
  ],
  [
    'a Unicode Path extra field that is not UTF-8',
    zipWith([{ ...note, extra: extraField(0x7075, Buffer.alloc(7, 0xff)) }]),
    'zip_name',
  ],
  ['the same name twice', zipWith([note, { ...plan, name: 'note.txt' }]), 'zip_name'],
])

const kinds = filesOf('application/zip', [
  ['a link', zipWith([withMode(0o120777)]), 'zip_link'],
  ['a device', zipWith([withMode(0o20666)]), 'zip_link'],
  ['an entry of deflate64', zipWith([withMethod(9)]), 'zip_method'],
  ['an entry of bzip2', zipWith([withMethod(12)]), 'zip_method'],
  ['an entry of Zstandard', zipWith([withMethod(93)]), 'zip_method'],
])

const mismatches = filesOf('application/zip', [
  ['a UTF-8 flag only in the directory', zipWith([{ ...note, central: { flags: 0x0800 } }]), 'zip_mismatch'],
  ['a UTF-8 flag only in the local header', zipWith([{ ...note, local: { flags: 0x0800 } }]), 'zip_mismatch'],
  ['a data descriptor that only the directory declares', zipWith([{ ...note, central: { flags: 8 } }]), 'zip_mismatch'],
  [
    'a Unicode Path extra field that only the directory has',
    zipWith([{ ...note, central: { extra: unicodePath('note.txt') } }]),
    'zip_mismatch',
  ],
  [
    'a Unicode Path extra field that only the local header has',
    zipWith([{ ...note, local: { extra: unicodePath('note.txt') } }]),
    'zip_mismatch',
  ],
  ['another name in the local header', zipWith([{ ...note, local: { name: 'nope.txt' } }]), 'zip_mismatch'],
  ['another method in the local header', zipWith([{ ...note, local: { method: 0 } }]), 'zip_mismatch'],
  ['another size in the local header', zipWith([{ ...note, local: { size: 5 } }]), 'zip_mismatch'],
  ['another checksum in the local header', zipWith([{ ...note, local: { crc: 5 } }]), 'zip_mismatch'],
  [
    'a stored entry that declares a smaller size than it has',
    zipWith([{ ...plan, local: { size: 2 }, central: { size: 2 } }]),
    'zip_mismatch',
  ],
  ['a descriptor with another size', zipWith([{ ...note, descriptor: 'false sizes' }]), 'zip_mismatch'],
  ['a descriptor that is announced and absent', zipWith([{ ...note, local: { flags: 8, size: 0 } }]), 'zip_mismatch'],
  [
    'a size in the header that differs from the descriptor',
    zipWith([{ ...note, descriptor: 'signed', local: { size: 7 } }]),
    'zip_mismatch',
  ],
  ['an offset without a local header', zipWith([note, { ...plan, central: { localStart: 1 } }]), 'zip_mismatch'],
  ['an offset beyond the end of the file', zipWith([{ ...note, central: { localStart: 99_999 } }]), 'zip_mismatch'],
  ['bytes between two entries', zipWith([{ ...note, gap: '<script>' }, plan]), 'zip_hidden'],
  [
    'an entry that the directory does not name',
    zipWith([{ ...note, gap: zipWith([plan]).subarray(0, -75) }, plan]),
    'zip_hidden',
  ],
  ['bytes between the last entry and the directory', zipWith([{ ...note, gap: 'signing block' }]), 'zip_hidden'],
])

export const archives: readonly CorpusFile[] = [
  ...acceptedFiles,
  ...endFiles,
  ...directories,
  ...bombs,
  ...encryption,
  ...names,
  ...kinds,
  ...mismatches,
]
