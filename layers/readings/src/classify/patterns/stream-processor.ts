import type { Pattern } from '../pattern.ts'

export const streamProcessor: Pattern = {
  id: 'stream-processor',
  title: 'Stream processor',
  description:
    'Reads an ordered, endless stream of records, maintains windows and aggregates, and resumes from a checkpoint.',
  terms: {
    names:
      'stream processor, stream processing, kinesis, kafka, event stream, data stream, streaming pipeline, flink, change data capture, cdc, clickstream, stream analytics, dynamodb streams, log stream, redpanda, event hub, pulsar, spark streaming, kinesis stream',
    typical:
      'stream, streams, streaming, real time aggregation, sliding window, tumbling window, windowed, per minute averages, telemetry, sensor readings, iot, click events, tick data, time series, moving average, anomaly, anomalies, checkpoint, partition key, shard, shards, events per second, enrich events, sessionize, throughput, late events, watermark, consumer group, meter readings, gps positions, per minute, minute window, second window, late ones, out of order, running total, unique users per, records per second, events a second, running average',
    hints:
      'continuous, continuously, sensors, readings, window, rolling, average, in order, per second, millions, live, incoming, flow, ordered, device, devices, counts, trend, detect, spikes, position, clicks, aggregate, aggregates, topic',
  },
  phrasings: [
    'Thousands of meters report each second; keep rolling averages and flag odd ones',
    'From the endless list of clicks work out sessions and where people leave',
    'Trucks send their position all the time; know which one has stopped for too long',
    'Every change of the orders table should end up in the analytics store, in order',
    'Watch card transactions as they flow past and spot three in five countries within ten minutes',
    'Count plays per song for the last hour, always up to date',
    'Temperatures from the cold rooms come in continuously; notice when one drifts',
    'Fold price ticks into one-minute bars',
    'Join page views with purchases while both are still coming in',
    'Keep the running total per shop as sales come in, even if some arrive late',
    'Detect when a machine’s vibration changes compared with the last half hour',
    'Log lines pour in from all servers; count errors per minute and service',
    'Players’ moves come in by the thousand; compute live rankings with a window of a day',
    'Continuously strip personal data from events before they reach the warehouse',
    'Work out traffic speed per road segment from phones that report where they are',
    'Compact a firehose of ad impressions into counts per campaign',
    'Follow what is written to the table and update the search index in the same order',
    'Spot sudden rises in failed logins from the running feed of sign-ins',
    'Heart rates arrive once a second per patient; raise a flag when the trend is bad',
    'Resume where it stopped after a crash and never count a record twice',
    'Electricity prices change all the time; keep the last known and the average of the hour',
    'Merge readings of several gauges by time and emit one record a minute',
  ],
}
