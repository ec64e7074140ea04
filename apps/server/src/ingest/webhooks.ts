import { alertmanagerWebhook, jiraWebhook } from '@aviary/contract/ingest/endpoints';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config.ts';
import type { Db } from '../database/open.ts';
import { type Route, serve } from '../http/call.ts';
import { NotFound, NotSignedIn } from '../http/errors.ts';

export function webhookRoutes(_config: Config): Route[] {
  return [
    serve(jiraWebhook, async () => {
      throw new NotFound('not yet');
    }),
    serve(alertmanagerWebhook, async () => {
      throw new NotFound('not yet');
    }),
  ];
}

type Counts = { inc: (labels: { sender: string }) => void };

export function openSignatures(_db: Db, _config: Config, _refused: Counts) {
  return async (_sender: 'jira', _headers: IncomingHttpHeaders, _body: Buffer): Promise<void> => {
    throw new NotSignedIn('The signature is missing');
  };
}
