import { intakeKeyRow, intakeRow, listedIntakeRow } from '@signet/posture/intakes/rows'

/** Rows of posture. */
export const rows = [intakeRow, listedIntakeRow, intakeKeyRow]
