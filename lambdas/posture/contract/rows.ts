import { intakeKeyRow, intakeRow, listedIntakeRow } from '@signet/posture/intakes/rows'

export const rows = [intakeRow, listedIntakeRow, intakeKeyRow]
