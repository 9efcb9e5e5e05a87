import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { focusIfLost } from '../../../../lib/focus';

interface CheckProps {
  check: () => Promise<string>;
  /** What the order follows from. */
  seed: number | undefined;
}

/** A button that checks an order and turns into the result, in view on low screens. */
export const CheckOrder = ({ check, seed }: CheckProps) => {
  const text = useRef<HTMLParagraphElement>(null);
  const [result, setResult] = useState('');
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    if (result !== '') text.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  const handleCheck = async () => {
    setChecking(true);
    setResult(await check());
    focusIfLost('[role=dialog] footer button');
  };
  return (
    <>
      <p ref={text} role="status" className="empty:hidden">
        {result}
      </p>
      {result === '' ? (
        <Button
          variant="bare"
          className="-ms-5 self-start text-accent-text hover:bg-fill"
          busy={checking}
          onClick={() => void handleCheck()}
        >
          {t`Check the order`}
        </Button>
      ) : (
        <p className="text-meta text-muted">{t`Seed ${String(seed)}`}</p>
      )}
    </>
  );
};
