import { useState } from 'react';
import { testTextSchema } from '../../../src/domain/machine-settings.ts';
import { useForm } from '../../lib/use-form.ts';
import { useAuth } from '../../shared/session.tsx';

interface TestResult {
  sent: boolean;
  answer: string;
}

/** A form that sends a test message to the owner's phone, and what the provider answered. */
export function useTestMessage(send: (body: { phone: string }) => Promise<TestResult>) {
  const { user } = useAuth();
  const [result, setResult] = useState<TestResult | null>(null);
  const form = useForm({
    schema: testTextSchema,
    initialValues: { phone: user?.phone ?? '' },
    failure: 'The test was not sent. Please try again.',
    onSubmit: async (body) => {
      setResult(null);
      setResult(await send(body));
    },
  });
  return { ...form, result };
}
