import * as v from 'valibot';
import { emailSchema } from './text-schemas.ts';

export const personalDataLinkSchema = v.strictObject({ email: emailSchema });
export const personalDataTokenSchema = v.strictObject({ token: v.pipe(v.string(), v.maxLength(100)) });
