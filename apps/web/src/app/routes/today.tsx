import { useLocation, useSearchParams } from 'react-router-dom';
import { TodaysHand } from '../../features/reading/today/todays-hand';

/** /today: the hand of the day, or of the day in `date`. */
export const TodayRoute = () => {
  const { key } = useLocation();
  const [query] = useSearchParams();
  return <TodaysHand key={key} asked={query.get('date')} />;
};
