import { useTranslation } from 'react-i18next';
import classes from './shell.module.css';

/** Stands where a page will be, in its shape. */
export function LoadingView() {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} role="status" aria-busy="true">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: 7 }, (_, row) => (
        <div key={row} className={classes.skeletonRow} />
      ))}
    </div>
  );
}
