export {
  type AddCheckpoint,
  addCheckpointText,
  judgeCheckpoint,
  parseAddCheckpoint,
  signedCheckpoint,
  type WitnessedState,
  type WitnessRefusal,
  type WitnessVerdict,
} from './add-checkpoint.ts'
export { type Checkpoint, checkpointText, parseCheckpoint } from './checkpoint.ts'
export { type Cosignature, cosign, cosignaturesOn } from './cosignature.ts'
export { type GrownTree, growingFiles, growTree, type LogFile } from './grown-tree.ts'
export {
  consistencyProof,
  type Hash,
  type HashAt,
  hashesOf,
  inclusionProof,
  isSameHash,
  leafHash,
  nodeHash,
  rootOf,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts'
export {
  isWitnessKey,
  type Note,
  NoteError,
  type NoteKey,
  type NoteSignature,
  noteKeyId,
  noteText,
  parseNote,
  parseVerifierKey,
  type SignBytes,
  signatureLine,
  signersOf,
  signNote,
  verifierKey,
} from './note.ts'
export { entriesPath, hashesOfTiles, parseTilePath, TILE_WIDTH, type TileRef, tilePath, tilesReadBy } from './tiles.ts'
export { checkLogProof, type LogProof, type LogVerdict, logProofText, parseLogProof } from './tlog-proof.ts'
