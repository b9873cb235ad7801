import type { Pattern } from '../pattern.ts'

export const filePipeline: Pattern = {
  id: 'file-pipeline',
  title: 'File pipeline',
  description: 'Takes files on arrival, checks and transforms them, and stores the results where they are used.',
  terms: {
    names:
      'file pipeline, file processing, file import, csv import, csv importer, etl, s3 trigger, upload pipeline, document processing, image pipeline, media pipeline, file ingestion, file drop, ocr pipeline',
    typical:
      'csv, csvs, pdf, pdfs, spreadsheet, spreadsheets, excel, xml files, parquet, zip files, uploaded, bucket, s3, sftp, ftp, thumbnail, thumbnails, resize, transcode, ocr, scanned, scan for viruses, virus scan, watermark, parse files, convert files, dropped in, drops, attachments, extract text, audio files, recordings, invoices as pdf, as they arrive, when a file, arrives in, land in, lands in, new file, into one format',
    hints:
      'document, documents, photo, image, video, audio, import, ingest, rows, transform, clean, split, extract, arrive, land, large, column, columns, bad lines, malformed, folder, convert, archive, files, file, upload, photos, images, videos, scans, uploads',
  },
  phrasings: [
    'Our bank leaves a statement on a server each evening; read it and book the lines',
    'Photographers hand in pictures and we need them in four sizes without location data',
    'When a scan arrives, read the text off it and file it under the right customer',
    'Suppliers send price lists as spreadsheets in every layout; bring them into one form',
    'Whatever people put into the folder is checked for viruses before anybody may open it',
    'Turn lectures that are handed in as video into something that plays on phones',
    'Take the nightly dumps of the shop and turn them into columns for analysts',
    'Split a long PDF of payslips into one document per person',
    'As soon as a recording is there, write down what was said',
    'X-rays come in from the clinic; strip names and put them into the research archive',
    'Read the delivery notes that arrive as attachments and take out the quantities',
    'Partners drop product data and we reject the lines that make no sense, with a report',
    'Make web-friendly versions of 3D models as artists save them',
    'Unpack archives that come from the field and load each part',
    'Check every submitted dataset against its schema and move the good ones on',
    'Produce previews of documents as they are added',
    'Convert old Word documents, as they are added, into accessible HTML',
    'Take satellite pictures when they land, cut them to tiles and store the tiles',
    'Read the meter list that the utility puts on a share and split it by district',
    'Clean up the address list that marketing hands over and remove duplicates',
    'Music is handed in as WAV and should leave as MP3 with the right loudness',
    'From each receipt that is photographed, take date, sum and tax',
  ],
}
